using RgPolicy.Conformance;

return ConformanceCommand.Run(args, Console.Out, Console.Error);
