using System.Text.Json;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Dbms.Configure;

/// <summary>A configurator whose plans can take over what is not RgPolicy's on the server, in place of leaving it
/// alone.</summary>
public interface IAdopter
{
    /// <summary>What would have to be done so that the policy governs what is taken over too.</summary>
    /// <param name="program">The policy, compiled for the server.</param>
    /// <param name="adoption">What is taken over.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ChangePlan> PlanAdoptionAsync(PolicyProgram program, Adoption adoption, CancellationToken cancellationToken);

    /// <summary>Reads the configuration with all that a plan with this goal changes.</summary>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    Task<ConfigurationReading> ReadForAsync(JsonElement goal, CancellationToken cancellationToken);
}

/// <summary>What a plan takes over of what is not RgPolicy's.</summary>
/// <param name="TakesOver">What others set may be replaced.</param>
/// <param name="OfOthers">What others made is lowered, replaced, and dropped once nothing uses it.</param>
/// <param name="DefaultPool">The pool whose settings the server's own pool and group get; null where they are left
/// alone.</param>
public sealed record Adoption(bool TakesOver, bool OfOthers, string? DefaultPool)
{
    /// <summary>True where everything that is not RgPolicy's is left alone.</summary>
    public bool IsNone => !OfOthers && DefaultPool is null;
}
