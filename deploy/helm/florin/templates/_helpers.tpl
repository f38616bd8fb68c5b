{{/* The image of an app: (list . "ledger"). */}}
{{- define "florin.image" -}}
{{- $root := index . 0 -}}
{{- printf "%sflorin-%s:%s" $root.Values.image.registry (index . 1) ($root.Values.image.tag | default $root.Chart.AppVersion) -}}
{{- end -}}

{{/* A setting as text: Helm reads numbers as floats, and would write large ones as 1e+06. */}}
{{- define "florin.text" -}}
{{- if kindIs "float64" . }}{{ . | int64 }}{{ else }}{{ . }}{{ end -}}
{{- end -}}
