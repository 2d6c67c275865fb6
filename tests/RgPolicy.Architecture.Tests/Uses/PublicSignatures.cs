using System.Reflection;

namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>What the users of a type get from it: the types of its visible members, and of theirs.</summary>
internal static class PublicSignatures
{
    private const BindingFlags Declared =
        BindingFlags.Public
        | BindingFlags.NonPublic
        | BindingFlags.Instance
        | BindingFlags.Static
        | BindingFlags.DeclaredOnly;

    /// <summary>These types and all of ours that their signatures lead to, each without its type arguments.</summary>
    public static HashSet<Type> Reached(IEnumerable<Type> types)
    {
        var (reached, open) = (new HashSet<Type>(), new Queue<Type>(types));
        while (open.TryDequeue(out var type))
        {
            foreach (var part in Parts(type).Where(IsOwn).Where(reached.Add))
            {
                foreach (var next in Named(part))
                    open.Enqueue(next);
            }
        }

        return reached;
    }

    // Those of the system lead to nothing of ours.
    private static bool IsOwn(Type type) => type.Assembly.GetName().Name is { } name && IsOwn(name);

    private static bool IsOwn(string assembly) =>
        assembly.StartsWith("RgPolicy.", StringComparison.Ordinal) || assembly is "rgp" or "rgp-sidecar";

    // Of `IReadOnlyList<Pool[]>`: the list and the pool.
    private static IEnumerable<Type> Parts(Type type) =>
        type.HasElementType && type.GetElementType() is { } element ? Parts(element)
        : type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts).Prepend(type.GetGenericTypeDefinition())
        : [type];

    private static IEnumerable<Type> Named(Type type) =>
        [
            .. type.BaseType is { } parent ? (Type[])[parent] : [],
            .. type.DeclaringType is { } outer ? (Type[])[outer] : [],
            .. type.GetInterfaces(),
            .. type.GetFields(Declared)
                .Where(field => field.IsPublic || field.IsFamily)
                .Select(field => field.FieldType),
            .. type.GetMethods(Declared).Where(IsVisible).SelectMany(Signature),
            .. type.GetConstructors(Declared).Where(IsVisible).SelectMany(Parameters),
        ];

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static IEnumerable<Type> Signature(MethodInfo method) => Parameters(method).Prepend(method.ReturnType);

    private static IEnumerable<Type> Parameters(MethodBase method) =>
        method.GetParameters().Select(parameter => parameter.ParameterType);
}
