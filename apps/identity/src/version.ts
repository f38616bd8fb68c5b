/** Of this service's API, as its OpenAPI document names it. */
export const VERSION = '0.1.0';
