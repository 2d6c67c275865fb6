using System.Collections.Immutable;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Live;

/// <summary>The target that a connected server is.</summary>
internal static class ConnectedProfile
{
    /// <summary>Of a server on another host nothing is known but its kind and version: it offers no levers from
    /// here.</summary>
    /// <param name="name">The server's name.</param>
    /// <param name="kind">Its kind, such as <c>postgresql</c>.</param>
    /// <param name="version">Its version.</param>
    /// <param name="host">Its host; null where that is another one than this.</param>
    public static TargetProfile Of(string name, string kind, ImmutableArray<long> version, HostFacts? host)
    {
        var profile = host is not null
            ? OfHost(host)
            : TargetProfile.Generic with
            {
                LlcWays = 0,
                ClassesOfService = 0,
                HasMemoryBandwidthAllocation = false,
            };
        return profile with { Name = name, DbmsKind = kind, DbmsVersion = version };
    }

    /// <summary>This host, with a PostgreSQL as in <c>generic</c>.</summary>
    public static TargetProfile OfHost(HostFacts host) => HostProfile.Of(host, "this_host", "linux");
}
