{{- define "parlance.name" -}}
{{- if contains "parlance" .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-parlance" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Labels of a part; call it with (list $ "api"). */}}
{{- define "parlance.selector" -}}
app.kubernetes.io/name: parlance
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "parlance.labels" -}}
{{ include "parlance.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end -}}

{{/* The pod of a part; call it with (list $ "worker"). */}}
{{- define "parlance.pod" -}}
{{- $root := index . 0 -}}
{{- $part := index . 1 -}}
{{- $values := index $root.Values $part -}}
metadata:
  labels:
    {{- include "parlance.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 40
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "parlance.selector" . | nindent 10 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: {{ $part }}
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [{{ $part }}]
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      env:
        - name: PUBLIC_URL
          value: {{ $root.Values.publicUrl | quote }}
        - name: STORAGE_URL
          value: {{ $root.Values.storageUrl | quote }}
        - name: TRUST_PROXY
          value: {{ $root.Values.trustProxy | quote }}
        {{- if eq $part "worker" }}
        - name: WORKERS
          value: {{ $values.threads | quote }}
        {{- end }}
        {{- range $name, $value := $root.Values.env }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        - secretRef:
            name: {{ $root.Values.existingSecret }}
      ports:
        - name: http
          containerPort: 4000
      # Migrations run before it listens.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        failureThreshold: 360
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      # Load balancers learn late that a pod ends.
      lifecycle:
        preStop:
          exec:
            command: [sleep, "5"]
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /var/lib/parlance
        - name: temporary
          mountPath: /tmp
  volumes:
    - name: data
      emptyDir: {}
    - name: temporary
      emptyDir:
        sizeLimit: {{ $root.Values.temporaryFiles }}
{{- end -}}
