using System.CommandLine;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Scenarios;

var configuration = new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromSeconds(30) };
return await BenchCommand.Create(Bench.RunAsync).Parse(args).InvokeAsync(configuration);
