import { type ConnectorContext, preferredAccountType } from '@latchkey/core/connector'

/** The network and the kind of account that whoever signs in begins with. */
export const wantedUser = (context: ConnectorContext) => ({
  chainId: context.getNetwork().caipNetworkId,
  preferredAccountType: preferredAccountType(context, 'eip155'),
})
