// Pages without a motion: the switch for dark and light, and what can be saved.

import { startSaving } from "./save";
import { startTheme } from "./theme";

startTheme();
startSaving();
