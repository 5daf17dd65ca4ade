import { type Dialog, useDialog } from "./dialog-state";

export const openDialog = (dialog: Dialog): void => useDialog.setState({ dialog });

export const closeDialog = (): void => useDialog.setState({ dialog: null });
