import { DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { withTimeout } from '../with-timeout.ts';
import { setTracer } from './spans.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Tracing {
  /** Flushes pending spans, with a timeout. */
  stop(): Promise<void>;
}

const FLUSH_MS_MAX = 2_000;

/** Whether OpenTelemetry's standard environment variables enable tracing. */
export function isTracingWanted(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  const exporter = env.OTEL_TRACES_EXPORTER;
  if (exporter) return exporter !== 'none';
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/**
 * Starts tracing if it is enabled. Otherwise the SDK is not even loaded.
 * @param warn receives warnings of the SDK, such as an unreachable collector
 */
export async function startTracing(
  serviceName: string,
  env: Environment,
  warn: (message: string) => void,
): Promise<Tracing> {
  if (!isTracingWanted(env)) return { async stop() {} };
  const [{ NodeSDK }, { W3CTraceContextPropagator }, resources] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const logger = { error: warn, warn, info() {}, debug() {}, verbose() {} };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const sdk = new NodeSDK({
    serviceName,
    // Services use W3C Trace Context, whatever OTEL_PROPAGATORS says.
    textMapPropagator: new W3CTraceContextPropagator(),
    resourceDetectors: [resources.envDetector, resources.serviceInstanceIdDetector],
    // Logs and metrics are handled elsewhere.
    logRecordProcessors: [],
    metricReaders: [],
  });
  sdk.start();
  setTracer(trace.getTracer('florin'));
  return {
    async stop() {
      const flushed = sdk.shutdown().catch((error: Error) => warn(error.message));
      await withTimeout(FLUSH_MS_MAX, flushed);
    },
  };
}
