using System.Collections.Immutable;
using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>An option or a command that had other names: they work until 0.2, and each use of one says so.</summary>
internal interface IRenamed
{
    /// <summary>The names that it had.</summary>
    ImmutableArray<string> OldNames { get; }
}

/// <summary>An option that had other names.</summary>
/// <typeparam name="T">The type of its value.</typeparam>
internal sealed class RenamedOption<T> : Option<T>, IRenamed
{
    /// <summary>Creates it.</summary>
    public RenamedOption(string name, params string[] oldNames)
        : base(name, oldNames) => OldNames = [.. oldNames];

    /// <inheritdoc/>
    public ImmutableArray<string> OldNames { get; }
}
