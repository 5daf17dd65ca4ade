/** Names a service of the studio and gives its type. The module that makes the service declares the key. */
export interface ServiceKey<Service> {
  readonly name: string;
  /** Never set: it only carries the type. */
  readonly service?: Service;
}

export const serviceKey = <Service>(name: string): ServiceKey<Service> => ({ name });

/** The running parts of the studio, found by key: solving, binding, opening files. */
export class Services {
  private readonly made = new Map<ServiceKey<unknown>, unknown>();

  provide<Service>(key: ServiceKey<Service>, service: Service): Service {
    this.made.set(key, service);
    return service;
  }

  /** @throws if no service was provided for the key, which means that the studio is put together wrongly. */
  readonly get = <Service>(key: ServiceKey<Service>): Service => {
    if (!this.made.has(key)) throw new Error(`The studio has no ${key.name}.`);
    return this.made.get(key) as Service;
  };
}
