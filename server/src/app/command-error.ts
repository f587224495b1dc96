/** The command cannot do what it was asked; the message is a sentence for the person who typed it. Exit code 1. */
export class CommandError extends Error {}
