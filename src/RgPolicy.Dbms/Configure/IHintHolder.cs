using System.Collections.Immutable;

namespace RgPolicy.Dbms.Configure;

/// <summary>A server on which <c>rgp run</c> keeps hints for later executions; where they are remembered is the
/// directory of journals.</summary>
public interface IHintHolder
{
    /// <summary>Compares the hints that are remembered with those that are there. Nothing is changed.</summary>
    /// <exception cref="ConfigureException">They cannot be read.</exception>
    Task<ImmutableArray<ConfigurationChange>> CompareHintsAsync(string directory, CancellationToken cancellationToken);

    /// <summary>Clears every hint that is still as it was set, and forgets all of them.</summary>
    /// <returns>What was cleared.</returns>
    /// <exception cref="ConfigureException">One cannot be cleared; those before it are.</exception>
    Task<ImmutableArray<ConfigurationChange>> ClearHintsAsync(string directory, CancellationToken cancellationToken);
}
