using RgPolicy.Dbms.Trials;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A sweep that can begin.</summary>
/// <param name="Request">The command line.</param>
/// <param name="Sweep">What is run.</param>
/// <param name="Server">Where.</param>
/// <param name="Host">This host.</param>
/// <param name="Journal">Keeps the runs.</param>
internal sealed record CharacteriseRun(
    CharacteriseRequest Request,
    SweepRequest Sweep,
    ITrialServer Server,
    HostFacts Host,
    RunJournal Journal
);
