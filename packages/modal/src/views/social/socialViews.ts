/** The views of social login, as one chunk that is loaded where it is enabled: few parts travel better than many. */
export { ConnectingFarcasterView } from './ConnectingFarcasterView.tsx'
export { ConnectingSocialView } from './ConnectingSocialView.tsx'
export { ConnectSocialsView, SocialBlockView } from './SocialBlockView.tsx'
