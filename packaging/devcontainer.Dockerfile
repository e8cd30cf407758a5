# For students on macOS and Windows, who install Docker and an editor that knows dev containers: .devcontainer/devcontainer.json.
FROM --platform=linux/amd64 debian:12
COPY packaging/install.sh /tmp/install.sh
RUN bash /tmp/install.sh && rm -rf /var/lib/apt/lists/*
ENV PATH=/usr/local/cuda/bin:$PATH
