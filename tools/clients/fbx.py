"""Reads and writes FBX files in Blender, and records the place of every vertex in every frame.

blender --background --python fbx.py -- folder frames fps

It imports the files in the folder, which have the given frames and frames per second. Then it writes its own files with
Blender's exporter. Beside each file, name.json has the frames per second, and for each frame the vertices of each
object in Blender's coordinates.
"""
import json
import math
import os
import random
import sys

import bpy
from mathutils import Euler, Vector

FOLDER, COUNT, FPS = sys.argv[-3], int(sys.argv[-2]), int(sys.argv[-1])


def empty_scene(fps):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = fps
    scene.frame_start, scene.frame_end = 1, 24
    return scene


def add(name, data):
    object = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(object)
    return object


def tube(name, rings=9, sides=6):
    """A tube along z of quads, with a hexagon at each end."""
    points = [
        (0.4 * math.cos(2 * math.pi * s / sides), 0.4 * math.sin(2 * math.pi * s / sides), r * 0.5)
        for r in range(rings)
        for s in range(sides)
    ]
    faces = [
        (r * sides + s, r * sides + (s + 1) % sides, (r + 1) * sides + (s + 1) % sides, (r + 1) * sides + s)
        for r in range(rings - 1)
        for s in range(sides)
    ]
    faces += [tuple(reversed(range(sides))), tuple(range((rings - 1) * sides, rings * sides))]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    mesh.update()
    return add(name, mesh)


def armature(bones, length):
    data = bpy.data.armatures.new("rig")
    rig = add("rig", data)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for b in range(bones):
        bone = data.edit_bones.new(f"bone.{b}")
        bone.head, bone.tail = (0, 0, b * length), (0.05 * b, 0, (b + 1) * length)
        bone.roll = 0.3 * b
        bone.parent = parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def skinned(influences):
    """A tube that follows bones which turn, move and stretch."""
    mesh, rig = tube("body"), armature(5, 0.8)
    rig.location, rig.rotation_euler, rig.scale = (1, -2, 0.5), (0.3, 0.2, -0.5), (1.5, 1.5, 1.5)
    mesh.parent = rig
    mesh.modifiers.new("rig", "ARMATURE").object = rig
    chance = random.Random(influences)
    for b in range(5):
        mesh.vertex_groups.new(name=f"bone.{b}")
    for v in mesh.data.vertices:
        for b in chance.sample(range(5), influences):
            mesh.vertex_groups[b].add([v.index], 0.1 + chance.random(), "REPLACE")
    for frame in range(1, 25, 4):
        for bone in rig.pose.bones:
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = Euler([chance.uniform(-0.6, 0.6) for _ in range(3)]).to_quaternion()
            bone.location = Vector([chance.uniform(-0.1, 0.1) for _ in range(3)])
            for path in ("rotation_quaternion", "location"):
                bone.keyframe_insert(path, frame=frame)


def shapes():
    """A tube with two shape keys, on an object that moves and scales unevenly."""
    mesh = tube("face")
    chance = random.Random(3)
    mesh.shape_key_add(name="Basis")
    for name in ("smile", "frown"):
        key = mesh.shape_key_add(name=name)
        for point in key.data:
            point.co += Vector([chance.uniform(-0.3, 0.3) for _ in range(3)])
        for frame in (1, 9, 24):
            key.value = chance.random()
            key.keyframe_insert("value", frame=frame)
    mesh.rotation_mode = "XYZ"
    for frame in (1, 12, 24):
        mesh.location = [chance.uniform(-2, 2) for _ in range(3)]
        mesh.rotation_euler = [chance.uniform(-2, 2) for _ in range(3)]
        mesh.scale = [chance.uniform(0.5, 2) for _ in range(3)]
        for path in ("location", "rotation_euler", "scale"):
            mesh.keyframe_insert(path, frame=frame)


def hierarchy():
    """Meshes below meshes; each of them turns."""
    parent = None
    for n in range(4):
        mesh = tube(f"link {n}", 3 + n, 5 + n)
        mesh.parent = parent
        mesh.location = (0.5, 0, 1)
        mesh.rotation_mode = "XYZ"
        for frame in (1, 24):
            mesh.rotation_euler = (0.1 * n * frame, 0.02 * frame, 0.3)
            mesh.keyframe_insert("rotation_euler", frame=frame)
        parent = mesh


def vertices(graph):
    found = {}
    for object in bpy.data.objects:
        if object.type != "MESH":
            continue
        posed = object.evaluated_get(graph)
        mesh = posed.to_mesh()
        found[object.name] = [c for v in mesh.vertices for c in posed.matrix_world @ v.co]
        posed.to_mesh_clear()
    return found


def tell(path, fps, numbers):
    """Writes the places of the vertices in some frames."""
    frames = []
    for frame in numbers:
        bpy.context.scene.frame_set(frame)
        frames.append(vertices(bpy.context.evaluated_depsgraph_get()))
    with open(f"{path}.json", "w", encoding="utf-8") as out:
        json.dump({"fps": fps, "frames": frames}, out)


def read(name):
    path = os.path.join(FOLDER, name[: -len(".fbx")])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=f"{path}.fbx", anim_offset=0)
    tell(path, FPS, range(COUNT))


def save(name, make, fps=24, **options):
    scene = empty_scene(fps)
    make()
    path = os.path.join(FOLDER, name)
    tell(path, fps, range(scene.frame_start, scene.frame_end + 1))
    scene.frame_set(1)
    # One stack for the whole scene, with all keys.
    stacks = {"bake_anim_use_all_actions": False, "bake_anim_use_nla_strips": False}
    bpy.ops.export_scene.fbx(filepath=f"{path}.fbx", bake_anim_simplify_factor=0, **stacks, **options)


for file in sorted(os.listdir(FOLDER)):
    read(file)
save("skin of 3 influences", lambda: skinned(3))
save("skin of 5 influences, 30 fps", lambda: skinned(5), fps=30)
save("skin, z up", lambda: skinned(2), axis_forward="Y", axis_up="Z")
save("skin, units in the data", lambda: skinned(2), apply_scale_options="FBX_SCALE_ALL")
save("shape keys", shapes)
save("hierarchy", hierarchy)
