{{/* Names are at most 52 characters long, so that a suffix fits in 63. */}}
{{- define "waymark.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "waymark.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (ternary (include "waymark.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- define "waymark.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Arguments: root, app */}}
{{- define "waymark.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .app }}
{{- end }}

{{- define "waymark.labels" -}}
{{ include "waymark.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/*
The number of pods. With autoscaling, the present one: without a number, Kubernetes would go back to one pod until the
autoscaler has run. Arguments: root, app, values, kind
*/}}
{{- define "waymark.replicas" -}}
{{- if not .values.autoscaling.enabled }}
replicas: {{ .values.replicas }}
{{- else }}
{{- $running := lookup "apps/v1" .kind .root.Release.Namespace (printf "%s-%s" (include "waymark.name" .root) .app) }}
{{- with $running }}
replicas: {{ int .spec.replicas }}
{{- end }}
{{- end }}
{{- end }}

{{/* A value is never written as a number such as 1e+06. */}}
{{- define "waymark.text" -}}
{{- if kindIs "float64" . }}{{ if eq . (floor .) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "waymark.env" -}}
{{- $root := . }}
- name: DATA_DIR
  value: /data
- name: API_PORT
  value: "3000"
- name: REDIRECT_PORT
  value: "8080"
- name: METRICS_HOST
  value: {{ .Values.settings.METRICS_HOST | default "0.0.0.0" | quote }}
- name: METRICS_PORT_API
  value: "9090"
- name: METRICS_PORT_REDIRECTOR
  value: "9090"
- name: METRICS_PORT_WORKERS
  value: "9090"
{{- with .Values.nodeExtraCaCerts }}
- name: NODE_EXTRA_CA_CERTS
  value: {{ . | quote }}
{{- end }}
{{- range $name, $value := omit .Values.settings "METRICS_HOST" }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  value: {{ include "waymark.text" $value | quote }}
{{- end }}
{{- end }}
{{- range concat (list "DATABASE_URL" "REDIS_URL" "CLICKHOUSE_URL" "ENCRYPTION_KEY") .Values.secretSettings }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.existingSecret }}
      key: {{ . }}
{{- end }}
{{- end }}

{{/* The pods of one app. Arguments: root, app, values, port (of the probes), volumes */}}
{{- define "waymark.pod" -}}
{{- $root := .root }}
metadata:
  labels:
    {{- include "waymark.labels" . | nindent 4 }}
  annotations:
    {{- if $root.Values.scrapeAnnotations }}
    prometheus.io/scrape: "true"
    prometheus.io/port: "9090"
    {{- end }}
    {{- with $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "waymark.serviceAccount" $root }}
  automountServiceAccountToken: false
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- toYaml $root.Values.podSecurityContext | nindent 4 }}
  # A process stops within 10 s, after it has left the load balancers.
  terminationGracePeriodSeconds: 30
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .app }}
      image: {{ include "waymark.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: [node, {{ printf ".cache/apps/current/%s/main.js" .app }}]
      env:
        {{- include "waymark.env" $root | nindent 8 }}
      ports:
        {{- if ne .app "workers" }}
        - name: http
          containerPort: {{ .port }}
        {{- end }}
        - name: metrics
          containerPort: 9090
      # Before it has started, a process waits for its stores.
      startupProbe:
        httpGet: { path: /healthz, port: {{ .port }} }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /healthz, port: {{ .port }} }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: {{ .port }} }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 2
      lifecycle:
        # Time for all nodes to stop sending new connections.
        preStop:
          exec: { command: [sleep, "5"] }
      securityContext:
        {{- toYaml $root.Values.containerSecurityContext | nindent 8 }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- with $root.Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- with $root.Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- with .volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Arguments: root, app, values */}}
{{- define "waymark.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "waymark.name" .root }}-{{ .app }}
  labels:
    {{- include "waymark.labels" . | nindent 4 }}
  {{- with .values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  {{- with .values.service.externalTrafficPolicy }}
  externalTrafficPolicy: {{ . }}
  {{- end }}
  selector:
    {{- include "waymark.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ .values.service.port }}
      targetPort: http
{{- end }}
