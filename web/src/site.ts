// Pages without a motion: the switch for dark and light, buttons that save files, tables that sort.

import { startSaving } from "./save";
import { startTables } from "./tables";
import { startTheme } from "./theme";

startTheme();
startSaving();
startTables();
