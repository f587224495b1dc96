/** A database that cannot be upgraded until a person acts; the message says what to do. Starting again is of no use. */
export class UpgradeRefused extends Error {}
