export function takenPorts(ports: Readonly<Record<string, number>>): Promise<string[]>
