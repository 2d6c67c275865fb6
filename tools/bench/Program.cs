using BenchmarkDotNet.Running;

// dotnet run --project tools/bench -c Release -- --filter '*Name*'; --list flat shows what there is.
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
