/** The views of social login, as one chunk that is loaded where it is enabled: few parts travel better than many. */
export { ConnectingFarcasterView } from '../views/connectingFarcaster/ConnectingFarcasterView.tsx'
export { ConnectingSocialView } from '../views/connectingSocial/ConnectingSocialView.tsx'
export { ConnectSocialsView } from '../views/connectSocials/ConnectSocialsView.tsx'
export { SocialBlockView } from './SocialBlockView.tsx'
