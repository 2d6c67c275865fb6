namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>A question about a session that begins; always true or false.</summary>
internal abstract record LoginTest
{
    /// <summary>All of them hold (at least two).</summary>
    public sealed record AllOf(ImmutableArray<LoginTest> Tests) : LoginTest;

    /// <summary>One of them holds (at least two).</summary>
    public sealed record AnyOf(ImmutableArray<LoginTest> Tests) : LoginTest;

    /// <summary>The login is in a group of the domain; neither yes nor no where that cannot be told.</summary>
    public sealed record Member(string Group, bool Negated) : LoginTest;

    public sealed record Always(bool Value) : LoginTest;

    /// <summary>A text equals a literal.</summary>
    public sealed record Compare(LoginInput Input, string Literal, bool Exactly, bool Negated) : LoginTest;

    public sealed record Match(LoginInput Input, TextPattern Pattern, bool Negated) : LoginTest;

    /// <summary>The session begins inside a window.</summary>
    public sealed record During(LoginWindow Window, bool Negated) : LoginTest;
}

/// <summary>A recurring span of local time, as a server without a time zone database can work it out.</summary>
/// <remarks><c>Name</c>: the window's name in the policy. <c>Days</c>: 0 is Monday. <c>Start</c>: since midnight;
/// belongs to the window. <c>End</c>: since midnight; not after the start means over midnight. <c>Offsets</c>: the
/// zone's offsets from UTC, each from a moment on; the first from the beginning of time.</remarks>
internal sealed record LoginWindow(
    string Name,
    string Zone,
    ImmutableArray<int> Days,
    TimeSpan Start,
    TimeSpan End,
    ImmutableArray<ZoneOffset> Offsets
);

/// <summary>What a classifier can ask about a session that begins.</summary>
internal enum LoginInput
{
    Login,
    App,
    Host,
    Database,
}
