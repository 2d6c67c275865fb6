namespace RgPolicy.Package.Debian;

/// <summary>What is done when the package comes and goes. Nothing is started before an administrator
/// has written settings.</summary>
internal static class MaintainerScripts
{
    public const string AfterInstalling = """
        #!/bin/sh
        set -e
        if [ "$1" = configure ]; then
          if ! getent passwd rgpolicy >/dev/null; then
            useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin rgpolicy
          fi
          mkdir -p /etc/rgpolicy
          chown root:rgpolicy /etc/rgpolicy
          chmod 0750 /etc/rgpolicy
          if [ -d /run/systemd/system ]; then
            systemctl daemon-reload
            if [ -n "$2" ]; then
              # An upgrade: what ran goes on with the new programs; the sidecar first, because it gives back what it held.
              systemctl --no-block try-reload-or-restart rgpolicy-provision.service || true
              systemctl try-restart rgpolicy-sidecar.service rgpolicy-sidecar-root.service rgpolicy.service
            fi
          fi
        fi

        """;

    public const string BeforeRemoving = """
        #!/bin/sh
        set -e
        if [ "$1" = remove ]; then
          if [ -d /run/systemd/system ]; then
            systemctl disable --now rgpolicy.service rgpolicy-sidecar.service rgpolicy-sidecar-root.service rgpolicy-provision.service rgpolicy-prefetchers.service || true
          fi
          # However it was started: nothing may stay governed without the program that could let it go.
          /usr/lib/rgpolicy/rgp host reset || true
        fi

        """;

    public const string AfterRemoving = """
        #!/bin/sh
        set -e
        if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
          systemctl daemon-reload
          # What had failed is no unit of this host any more.
          systemctl reset-failed 'rgpolicy*' 2>/dev/null || true
        fi
        if [ "$1" = purge ]; then
          rm -rf /etc/rgpolicy /var/lib/rgpolicy /var/lib/rgpolicy-service /var/log/rgpolicy /run/rgpolicy /run/rgpolicy-provision /run/rgpolicy-service
          if getent passwd rgpolicy >/dev/null; then
            userdel rgpolicy || true
          fi
        fi

        """;
}
