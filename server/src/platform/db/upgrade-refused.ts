/** A database that cannot be upgraded until a person acts; the message says what to do. A restart does not help. */
export class UpgradeRefused extends Error {}
