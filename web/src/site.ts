// Pages without a motion: the switch for dark and light, and buttons that save files.

import { startSaving } from "./save";
import { startTheme } from "./theme";

startTheme();
startSaving();
