using System.CommandLine;
using RgPolicy.MariaDbBench;

var configuration = new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromSeconds(30) };
return await BenchCommand.Create().Parse(args).InvokeAsync(configuration);
