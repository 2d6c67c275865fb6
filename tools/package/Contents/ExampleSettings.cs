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
                "Connect": "postgres://rgpolicy@localhost/postgres",
                "PasswordFile": "/etc/rgpolicy/main.password",
                "Level": "observe"
              }
            }
          }
        }

        """;

    public const string SidecarDefaults = """
        # The data directory of the PostgreSQL whose processes the sidecar may move; a second server needs a second sidecar.
        RGPOLICY_DATA_DIRECTORY=/var/lib/postgresql/15/main

        """;
}
