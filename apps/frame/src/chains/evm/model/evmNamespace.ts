/** CAIP-2 namespace of the networks of Ethereum's kind. */
export const evmNamespace = 'eip155'
