using BenchmarkDotNet.Running;
using RgPolicy.Bench.Engine;
using RgPolicy.Bench.Language;
using RgPolicy.Bench.Service;
using RgPolicy.Bench.SqlServer;

// `-- --list flat` shows the benchmarks, `-- --filter '*Name*'` runs some; `-- curve` prints how lint
// grows with a policy, `-- sizes [RGP]` how long very long statements take, here and with the program RGP; `-- classify
// [CLASSES...]` how classification does; `-- engines SCRIPT [CLASSES...]` asks another policy engine the same; `--
// observe-sqlserver URI SECONDS [causes]` measures the observer on a server, `-- large-plan FILE KB SEED` writes
// a plan for one to show; `-- page QUERIES ROUNDS` puts the loop side by side while no client asks for its status and
// while many do, `-- first QUERIES` shows how long the first one to ask waits; `-- questions CLASSES LINES FOLDER`
// writes a policy and questions for `rgp classify`.
switch (args)
{
    case ["curve"]:
        Curve.Run(Console.Out);
        break;
    case ["sizes", .. var program]:
        new Sizes(Console.Out, program.FirstOrDefault()).Run();
        break;
    case ["classify", .. var sizes]:
        ClassifyComparison.Run(Console.Out, sizes.Length == 0 ? [40, 1_000, 10_000] : Numbers(sizes));
        break;
    case ["engines", var script, .. var sizes]:
        EngineComparison.Run(Console.Out, script, sizes.Length == 0 ? [40, 1_000] : Numbers(sizes));
        break;
    case ["questions", var classes, var lines, var folder]:
        QuestionFiles.Write(Numbers([classes])[0], Numbers([lines])[0], folder);
        break;
    case ["observe-sqlserver", var uri, var seconds]:
        await ObserveMeasurement.RunAsync(Console.Out, uri, Numbers([seconds])[0], tellsCauses: false);
        break;
    case ["observe-sqlserver", var uri, var seconds, "causes"]:
        await ObserveMeasurement.RunAsync(Console.Out, uri, Numbers([seconds])[0], tellsCauses: true);
        break;
    case ["page", var sessions, var rounds]:
        if (!await PageMeasurement.RunAsync(Console.Out, Numbers([sessions])[0], Numbers([rounds])[0]))
            Environment.ExitCode = 1;

        break;
    case ["first", var sessions]:
        await FirstAnswers.RunAsync(Console.Out, Numbers([sessions])[0]);
        break;
    case ["serve", var sessions]:
        await FirstAnswers.ServeAsync(Console.In, Console.Out, Numbers([sessions])[0]);
        break;
    case ["ask", var address, .. var figures]:
        var asked = Numbers(figures);
        await PageClient.RunAsync(Console.Out, address, asked[0], asked[1], asked[2]);
        break;
    case ["large-plan", var file, var kilobytes, var seed]:
        LargePlan.Write(file, Numbers([kilobytes])[0], Numbers([seed])[0]);
        break;
    default:
        BenchmarkSwitcher.FromAssembly(typeof(Curve).Assembly).Run(args);
        break;
}

static int[] Numbers(string[] texts) => [.. texts.Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
