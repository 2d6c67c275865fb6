using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Debian;

/// <summary>What is done when the package comes and goes, as dpkg asks for it.</summary>
internal static class MaintainerScripts
{
    public const string AfterInstalling = $"""
        #!/bin/sh
        set -e
        if [ "$1" = configure ]; then
        {LifeCycle.MakeUser}
        {LifeCycle.Prepare}
          if [ -d /run/systemd/system ]; then
            systemctl daemon-reload
            if [ -n "$2" ]; then
        {LifeCycle.RestartWhatRuns}
            fi
          fi
        fi

        """;

    public const string BeforeRemoving = $"""
        #!/bin/sh
        set -e
        if [ "$1" = remove ]; then
        {LifeCycle.StopEverything}
        fi

        """;

    public const string AfterRemoving = $"""
        #!/bin/sh
        set -e
        if [ "$1" = remove ]; then
        {LifeCycle.ForgetUnits}
        fi
        if [ "$1" = purge ]; then
          rm -rf /etc/rgpolicy /var/lib/rgpolicy /var/lib/rgpolicy-service /var/log/rgpolicy /run/rgpolicy /run/rgpolicy-provision /run/rgpolicy-service
          if getent passwd rgpolicy >/dev/null; then
            userdel rgpolicy || true
          fi
        fi

        """;
}
