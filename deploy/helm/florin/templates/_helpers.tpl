{{/* The image of an app: (list . "ledger"). */}}
{{- define "florin.image" -}}
{{- $root := index . 0 -}}
{{- printf "%sflorin-%s:%s" $root.Values.image.registry (index . 1) ($root.Values.image.tag | default $root.Chart.AppVersion) -}}
{{- end -}}

{{/* A setting as text: Helm reads numbers as floats, and would write large ones as 1e+06. */}}
{{- define "florin.text" -}}
{{- if kindIs "float64" . }}{{ . | int64 }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* A container that provisions or migrates: keys of `admin`, `own` and `owner` are (list "secret" "prefix of the key"). */}}
{{- define "florin.provision" -}}
{{- $root := .root -}}
{{- $service := .service -}}
- name: {{ .command }}
  image: {{ include "florin.image" (list $root .app) }}
  imagePullPolicy: {{ $root.Values.image.pullPolicy }}
  args: [{{ .command }}]
  env:
    {{- if eq .command "provision" }}
    - name: {{ $service }}_PROVISION_DATABASE_URL
      valueFrom:
        secretKeyRef:
          name: {{ index .admin 0 }}
          key: {{ index .admin 1 }}_PROVISION_DATABASE_URL
    - name: {{ $service }}_PROVISION_NATS_URL
      valueFrom:
        secretKeyRef:
          name: {{ $root.Values.provision.secret }}
          key: {{ $service }}_PROVISION_NATS_URL
          optional: true
    {{- end }}
    - name: {{ $service }}_DATABASE_URL
      valueFrom:
        secretKeyRef:
          name: {{ index .own 0 }}
          key: {{ index .own 1 }}_DATABASE_URL
    - name: {{ $service }}_MIGRATION_DATABASE_URL
      valueFrom:
        secretKeyRef:
          name: {{ index .owner 0 }}
          key: {{ index .owner 1 }}_MIGRATION_DATABASE_URL
    {{- range list "NATS_CA" "NATS_REPLICAS" "NATS_STREAM_BYTES" }}
    {{- range list . (printf "%s_%s" $service .) }}
    {{- $value := index $root.Values.settings . }}
    {{- if not (kindIs "invalid" $value) }}
    - name: {{ . }}
      value: {{ include "florin.text" $value | quote }}
    {{- end }}
    {{- end }}
    {{- end }}
  resources:
    {{- toYaml .values.migration.resources | nindent 4 }}
  securityContext:
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: { drop: [ALL] }
  volumeMounts:
    - { name: database-ca, mountPath: /etc/florin/database-ca, readOnly: true }
{{- end -}}
