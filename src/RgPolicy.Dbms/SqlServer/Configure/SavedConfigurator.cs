using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Makes plans from saved facts; it changes nothing, for there is no server.</summary>
internal sealed class SavedConfigurator : IConfigurator, IAdopter
{
    private readonly SavedServer _saved;

    private SavedConfigurator(SavedServer saved)
    {
        _saved = saved;
        Server = new ServerIdentity("sqlserver", saved.Facts.ReportedVersion, saved.Facts.Edition, saved.Name);
        Profile = saved.Host.Profile(saved.Target, saved.Facts);
    }

    public ServerIdentity Server { get; }
    public TargetProfile Profile { get; }

    /// <summary>Reads what <c>rgp facts</c> wrote; null where the text is none of that.</summary>
    public static SavedConfigurator? Open(string json) =>
        SavedServer.Read(json) is { } saved ? new SavedConfigurator(saved) : null;

    public Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken) => throw NoServer();

    public Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken)
    {
        var compilation = GovernorCompiler.Compile(program, _saved.Facts);
        return Task.FromResult(Planner().Toward(compilation, program.Revision, _saved.State, takesOver));
    }

    public Task<ChangePlan> PlanAdoptionAsync(
        PolicyProgram program,
        Adoption adoption,
        CancellationToken cancellationToken
    ) => Task.FromResult(Planner().Adopting(program, adoption, _saved.State));

    public Task<ConfigurationReading> ReadForAsync(JsonElement goal, CancellationToken cancellationToken) =>
        throw NoServer();

    public Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken) => throw NoServer();

    public Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) => throw NoServer();

    public Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken) => throw NoServer();

    public Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken) => throw NoServer();

    public Task ReopenAsync(CancellationToken cancellationToken) => throw NoServer();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private GovernorPlanner Planner() => new(_saved.Target, Server, _saved.Facts);

    private static ConfigureException NoServer() =>
        new("saved facts are no server", "Name the server: --server sqlserver://login@host.");
}
