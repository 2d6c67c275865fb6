using System.Text.Json;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Configure;

/// <summary>Reads and changes the configuration of one server. Everything that it sends was written by
/// RgPolicy.</summary>
public interface IConfigurator : IAsyncDisposable
{
    /// <summary>The server.</summary>
    ServerIdentity Server { get; }

    /// <summary>The server as a target to check a policy against.</summary>
    TargetProfile Profile { get; }

    /// <summary>Reads the configuration.</summary>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken);

    /// <summary>What would have to be done for a policy.</summary>
    /// <param name="program">The policy, compiled for <see cref="Profile"/>.</param>
    /// <param name="takesOver">True where what others set may be replaced.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken);

    /// <summary>What would have to be done to be back at a state that was read before.</summary>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken);

    /// <summary>What would have to be done so that nothing of RgPolicy's is in force, as fast as possible.</summary>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken);

    /// <summary>Runs one step.</summary>
    /// <exception cref="ConfigureException">It failed.</exception>
    Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken);

    /// <summary>Compares what is stored and what is in force with a goal.</summary>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken);

    /// <summary>Begins a new session.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached.</exception>
    Task ReopenAsync(CancellationToken cancellationToken);
}
