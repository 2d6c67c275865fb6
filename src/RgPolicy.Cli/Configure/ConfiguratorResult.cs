using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A server whose configuration can be read and changed, or the exit code after the problem
/// was printed.</summary>
internal sealed record ConfiguratorResult(IConfigurator? Configurator, int ExitCode);
