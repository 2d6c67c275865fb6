namespace RgPolicy.Package.Contents;

/// <summary>Settings to begin with: they watch and touch nothing.</summary>
internal static class ExampleSettings
{
    public const string Text = """
        {
          // Copy this file to /etc/rgpolicy/appsettings.json, then: rgp service check; systemctl enable --now rgpolicy
          "RgPolicy": {
            "Listen": "9477",
            "Targets": {
              "main": {
                "Policy": "/usr/share/rgpolicy/policies/htap.rgp",
                // The system's user of the same name logs in without a password (peer). Over the network:
                // "postgres://rgpolicy@HOST/postgres" with "PasswordFile": "/etc/rgpolicy/main.password"
                "Connect": "postgres://rgpolicy@/postgres?host=/var/run/postgresql",
                "Level": "observe"
              }
            }
          }
        }

        """;

    public const string SidecarDefaults = """
        # The data directory of the PostgreSQL whose processes the sidecar may move (SHOW data_directory); a second server needs
        # a second sidecar. In force after: systemctl restart rgpolicy-provision rgpolicy-sidecar
        RGPOLICY_DATA_DIRECTORY=/var/lib/postgresql/15/main

        """;
}
