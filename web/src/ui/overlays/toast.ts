// Import toasts only from here: the package's main entry keeps another store and injects styles.
export { toast } from 'react-hot-toast/headless'
