import type { Stores } from "../stores";
import type { Dialog } from "./dialog-state";

export const openDialog = (stores: Stores, dialog: Dialog): void => stores.dialog.setState({ dialog });

export const closeDialog = (stores: Stores): void => stores.dialog.setState({ dialog: null });
