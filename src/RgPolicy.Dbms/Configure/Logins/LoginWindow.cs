using System.Collections.Immutable;

namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>A recurring span of local time, as a server without a time zone database can work it out.</summary>
/// <param name="Name">The window's name in the policy.</param>
/// <param name="Zone">The time zone's id.</param>
/// <param name="Days">0 is Monday.</param>
/// <param name="Start">Since midnight; belongs to the window.</param>
/// <param name="End">Since midnight; not after the start means over midnight.</param>
/// <param name="Offsets">The zone's offsets from UTC, each from a moment on; the first from the
/// beginning of time.</param>
internal sealed record LoginWindow(
    string Name,
    string Zone,
    ImmutableArray<int> Days,
    TimeSpan Start,
    TimeSpan End,
    ImmutableArray<ZoneOffset> Offsets
);
