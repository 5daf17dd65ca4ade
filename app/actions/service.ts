/** Names a service of the studio and its type. Whoever makes the service declares its key beside it. */
export interface ServiceKey<Service> {
  readonly name: string;
  /** Never there: it only carries the type. */
  readonly service?: Service;
}

export const serviceKey = <Service>(name: string): ServiceKey<Service> => ({ name });

/** What goes on in the studio, found by its key: solving, binding, opening files. */
export class Services {
  private readonly made = new Map<ServiceKey<unknown>, unknown>();

  provide<Service>(key: ServiceKey<Service>, service: Service): Service {
    this.made.set(key, service);
    return service;
  }

  /** @throws where nobody has provided it: that is an error in how the studio is put together. */
  readonly get = <Service>(key: ServiceKey<Service>): Service => {
    if (!this.made.has(key)) throw new Error(`The studio has no ${key.name}.`);
    return this.made.get(key) as Service;
  };
}
