export const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-'

type Format = Readonly<Record<string, unknown>>
type Options = { version?: 1 | 2; metadata?: object; definitions?: object; context?: object }

/** A descriptor of one contract with these formats; a test changes what it is about. */
export const descriptorOf = (formats: Readonly<Record<string, Format>>, options: Options = {}) => ({
  $schema: `${schema}v${options.version ?? 2}.schema.json`,
  context: options.context ?? { contract: { deployments: [{ chainId: 1, address: contract }] } },
  metadata: { owner: 'Example', ...options.metadata },
  display: { ...(options.definitions ? { definitions: options.definitions } : {}), formats },
})

export const field = (path: string, format: string, params?: object, more: object = {}) => ({
  path,
  label: 'Value',
  format,
  ...(params ? { params } : {}),
  ...more,
})
