using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Engine.Sharing;

/// <summary>One server's part of a host that others may share; of one loop, and used by it alone.</summary>
internal sealed class HostTenant : IDisposable
{
    private readonly SharedHost _host;
    private readonly string? _cpuGroup;
    private PolicyProgram? _asked;
    private int _seenTerms;
    private int _seenLayouts;
    private volatile bool _protects = true;
    private volatile bool _isAside;

    internal HostTenant(SharedHost host, string name, string? cpuGroup) =>
        (_host, Name, _cpuGroup) = (host, name, cpuGroup);

    /// <summary>The server's name, as others are told it.</summary>
    public string Name { get; }

    /// <summary>Whether it takes no part for now, because its server does not answer or nothing is to be enforced on
    /// it: others need not share with it.</summary>
    public bool IsAside
    {
        get => _isAside;
        set
        {
            if (value != _isAside)
                _host.Change(() => _isAside = value);
        }
    }

    /// <summary>Whether there is something that throttling protects; true when in doubt.</summary>
    internal bool Protects
    {
        get => _protects && !_isAside;
        set => _protects = value;
    }

    /// <summary>Whether another server has something that throttling here protects.</summary>
    internal bool OthersProtect => _host.ProtectsBeside(this);

    /// <summary>How it stands beside others; null where it is alone.</summary>
    public HostShare? Share => _host.RankOf(this);

    /// <summary>Whether what the host gives has changed since <see cref="Restrict"/>.</summary>
    internal bool HasOtherTerms => _seenTerms != _host.Terms;

    /// <summary>Whether another server's masks have changed since <see cref="Place"/>.</summary>
    internal bool HasOtherLayouts => _seenLayouts != _host.Layouts;

    /// <summary>What its policy wishes for; the host's to set.</summary>
    internal HostDemand Wish { get; set; } = HostDemand.Nothing;

    /// <summary>The classes of service that its pools ask for; the host's to set.</summary>
    internal CacheLayout Asked { get; set; } = CacheLayout.Empty;

    /// <summary>The program with no more of the host than it is given now.</summary>
    /// <param name="alone">The program as if the server were alone.</param>
    internal PolicyProgram Restrict(PolicyProgram alone)
    {
        (var terms, _seenTerms) = _host.TermsFor(this, HostDemand.Of(alone));
        return alone.On(terms);
    }

    /// <summary>The program with its masks where they keep clear of other servers'.</summary>
    internal PolicyProgram Place(PolicyProgram program)
    {
        _asked = program;
        var hardware = CacheHardware.Of(program.Target, CpuMap.Of(program.Target));
        (var layout, _seenLayouts) = _host.LayoutFor(this, hardware, program.Asked);
        return ReferenceEquals(layout, program.Layout) ? program : program.Placed(layout, hardware);
    }

    /// <summary>The same for the program that was placed last.</summary>
    internal PolicyProgram? PlaceAgain() => _asked is { } asked ? Place(asked) : null;

    /// <summary>Whether their processes compete with each other by the weights of one cgroup.</summary>
    internal bool CompetesWith(HostTenant other) =>
        _cpuGroup is { } group && string.Equals(group, other._cpuGroup, StringComparison.Ordinal);

    /// <inheritdoc />
    public void Dispose() => _host.Leave(this);
}

/// <summary>How a server stands beside the others of its host.</summary>
/// <param name="Others">Names of the other servers.</param>
/// <param name="Classes">Classes of service that are its own, the default one not included.</param>
/// <param name="AllClasses">Those of the host.</param>
/// <param name="Weight">The CPU weight that its pools are held against; null where it is its own.</param>
/// <param name="IsForOthers">Its throttled queries stay throttled for the queries of another server.</param>
internal sealed record HostShare(
    ImmutableArray<string> Others,
    int Classes,
    int AllClasses,
    double? Weight,
    bool IsForOthers
);
