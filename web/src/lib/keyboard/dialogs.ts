/** Selector of open dialogs, which take keys and drops before the page behind them. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]'
