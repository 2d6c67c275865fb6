namespace RgPolicy.Package.Contents;

/// <summary>What every package does when it comes and goes, in the shell's words. Nothing is started before an administrator
/// has written settings.</summary>
internal static class LifeCycle
{
    public const string MakeUser = """
          if ! getent passwd rgpolicy >/dev/null; then
            useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin rgpolicy
          fi
        """;

    public const string Prepare = """
          mkdir -p /etc/rgpolicy
          chown root:rgpolicy /etc/rgpolicy
          chmod 0750 /etc/rgpolicy
        """;

    // The sidecar first, because it gives back what it held.
    public const string RestartWhatRuns = """
              # An upgrade: what ran goes on with the new programs.
              systemctl --no-block try-reload-or-restart rgpolicy-provision.service || true
              systemctl try-restart rgpolicy-sidecar.service rgpolicy-sidecar-root.service rgpolicy.service
        """;

    public const string StopEverything = """
          if [ -d /run/systemd/system ]; then
            systemctl disable --now rgpolicy.service rgpolicy-sidecar.service rgpolicy-sidecar-root.service rgpolicy-provision.service rgpolicy-prefetchers.service || true
          fi
          # However it was started: nothing may stay governed without the program that could release it.
          /usr/lib/rgpolicy/rgp host reset || true
        """;

    public const string ForgetUnits = """
          if [ -d /run/systemd/system ]; then
            systemctl daemon-reload
            # What had failed is no unit of this host any more.
            systemctl reset-failed 'rgpolicy*' 2>/dev/null || true
          fi
        """;
}
