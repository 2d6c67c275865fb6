using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A replica that was reached and has a plan that may be carried out.</summary>
internal sealed record ReadyReplica(
    Replica Replica,
    IConfigurator Configurator,
    ChangePlan Plan,
    ChangeJournal Journal
);
