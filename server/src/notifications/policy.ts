import type { UserViewer } from '../route.ts'

/** The data of an account are for people who signed in, as is asking for them: no key takes them along. */
export const mayFetchExport = (viewer: UserViewer): boolean => viewer.session_id !== null
